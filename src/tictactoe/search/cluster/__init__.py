"""One question searched by many machines: jobs and their results, who hands them out, and who does them."""
