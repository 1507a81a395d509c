/** Picture of a screen for the next start at its address (specification 8.17). */
export interface ScreenPicture {
  /** place of the page (screenPlace), of which the newest picture is kept */
  place: string
  /** path and query of the page */
  address: string
  /** HTML of the picture with links to its style sheets, and its own in the first <style>; inert, without scripts */
  html: string
  /** URL of the build's script: the picture belongs to this build */
  script: string
  /** time in ms until which this person may see saved data without the server's consent */
  until: number
}

/** Id of the element that covers the page until the app has rendered the same screen. */
export const LAST_SCREEN = 'last-screen'

/** Largest picture in characters. */
export const LARGEST_PICTURE = 600_000

/** Key of a page's picture: one for the home page, each report, and all tyres' cards. */
export const screenPlace = (pathname: string): string => /^\/(?:export\/)?[^/]*/.exec(pathname)?.[0] ?? ''
