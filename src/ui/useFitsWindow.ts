import { useInsertionEffect } from 'react'

/**
 * While this page is shown, it is as high as the window and scrolls inside. The root element carries its name for the styles,
 * because Firefox supports `:has()` only since 121.
 */
export function useFitsWindow(page: string): void {
  // Before any layout effect: a list within measures in its own how much of it is in view, before those of the page around it.
  useInsertionEffect(() => {
    document.documentElement.dataset.fits = page
    return () => {
      delete document.documentElement.dataset.fits
    }
  }, [page])
}
