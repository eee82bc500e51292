"use strict";

// Shows and hides what the entries of legends name.
for (const button of document.querySelectorAll(".legend button")) {
  button.addEventListener("click", () => {
    const isShown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", isShown);
    document.getElementById(button.getAttribute("aria-controls")).toggleAttribute("hidden", !isShown);
  });
}
document.body.dataset.state = "ready";
