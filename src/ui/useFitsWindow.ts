import { useInsertionEffect } from 'react'

/**
 * Makes this page as high as the window, with scrolling inside. The root element carries the page's name for the
 * styles, because Firefox supports `:has()` only since 121.
 */
export function useFitsWindow(page: string): void {
  // Runs before any layout effect: the layout effects of a list inside measure how much of it is in view, and they
  // run before those of the page around it.
  useInsertionEffect(() => {
    document.documentElement.dataset.fits = page
    return () => {
      delete document.documentElement.dataset.fits
    }
  }, [page])
}
