import { useLayoutEffect } from 'react'

/**
 * While this page is shown, it is as high as the window and scrolls within itself. Its name stands at the root for the styles,
 * since Firefox has `:has()` only since 121.
 */
export function useFitsWindow(page: string): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.fits = page
    return () => {
      delete document.documentElement.dataset.fits
    }
  }, [page])
}
