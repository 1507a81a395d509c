// Remembers what is clicked and typed on the picture of the last screen, until the app takes it over (specification 8.17).
window.earlyInput = []
for (const type of ['click', 'keydown']) {
  window.addEventListener(type, (event) => window.earlyInput?.push(event), true)
}
