// Remembers what is clicked and typed on the picture of the last screen, until the app takes it over (specification 8.17).
window.earlyInput = []
for (const type of ['click', 'keydown']) {
  const remember = (event) => {
    // The app repeats them as events of its own.
    if (event.isTrusted) window.earlyInput?.push(event)
  }
  window.addEventListener(type, remember, true)
}
