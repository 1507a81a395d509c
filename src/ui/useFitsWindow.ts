import { useInsertionEffect } from 'react'

/**
 * Makes the page as high as the window, with scrolling inside it. The root element gets the page's name as an attribute
 * for the styles, because Firefox supports `:has()` only since version 121.
 */
export function useFitsWindow(page: string): void {
  // An insertion effect, because it runs before all layout effects: those of a list inside the page measure the visible
  // part of the list, and they run before the page's own.
  useInsertionEffect(() => {
    document.documentElement.dataset.fits = page
    return () => {
      delete document.documentElement.dataset.fits
    }
  }, [page])
}
