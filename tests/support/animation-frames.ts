/**
 * Keeps a callback waiting for the next frame, for as long as the document lives.
 *
 * jsdom starts its timer of frames with the first callback, and when a focused element is removed; it stops it when
 * nothing waits. Started while a test replaces timers, it would be a replaced one: with the end of that test no frame
 * ever came again, also for the files after it. With this callback, the timer of the beginning runs on.
 */
const { requestAnimationFrame: nextFrame } = window

if (!('hasFrames' in window)) {
  Object.assign(window, { hasFrames: true })
  nextFrame(function wait() {
    nextFrame(wait)
  })
}
