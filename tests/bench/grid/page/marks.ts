/** The names by which the scrolling is found in a trace of the page. */
export const SCROLL_START = 'grid-bench-scroll-start'
export const SCROLL_END = 'grid-bench-scroll-end'
