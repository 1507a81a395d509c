/** Marks around the scrolling in a trace of the page. */
export const SCROLL_START = 'grid-bench-scroll-start'
export const SCROLL_END = 'grid-bench-scroll-end'
