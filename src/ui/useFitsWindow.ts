import { useLayoutEffect } from 'react'

/**
 * While this page is shown, it is as high as the window and scrolls inside. The root element carries its name for the styles,
 * because Firefox supports `:has()` only since 121.
 */
export function useFitsWindow(page: string): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.fits = page
    return () => {
      delete document.documentElement.dataset.fits
    }
  }, [page])
}
