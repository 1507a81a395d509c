/** Picture of a screen for the next start at its address (specification 8.17). */
export interface ScreenPicture {
  /** path and query of the page */
  address: string
  /** links to the style sheets of the screen's own code */
  sheets: string
  /** HTML of the picture; inert, without scripts */
  html: string
  /** source of the picture's <style> element for the content security policy: 'sha256-…' in quotes */
  style: string
  /** URL of the build's script: the picture belongs to this build */
  script: string
}

/** Id of the element that covers the page until the app has rendered the same screen. */
export const LAST_SCREEN = 'last-screen'

/** Largest picture in characters, and number of pictures of a person. */
export const LARGEST_PICTURE = 600_000
export const PICTURES_KEPT = 20
