// Light, dark, or as the system has it; the choice is kept in this browser.

import { at } from "./dom.js";

export function themes() {
  const select = at("theme");
  const apply = (/** @type {string} */ name) => {
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  };
  select.value = stored() ?? "auto";
  apply(select.value);
  select.addEventListener("change", () => {
    apply(select.value);
    try {
      localStorage.setItem("theme", select.value);
    } catch {
      // a browser that keeps nothing still shows the theme
    }
  });
}

function stored() {
  try {
    const name = localStorage.getItem("theme");
    return [...at("theme").options].some((/** @type {HTMLOptionElement} */ { value }) => value === name) ? name : null;
  } catch {
    return null;
  }
}
