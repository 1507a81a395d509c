import './icon.css'

/** Paths on a grid of 24, drawn for this project. */
const PATHS = {
  eye: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  'eye-off':
    'M4 4l16 16M10 5.7c.6-.1 1.3-.2 2-.2 6.4 0 10 6.5 10 6.500a17 17 0 0 1-3 3.600M6 7.400C3.4 9.2 2 12 2 12s3.6 6.5 10 6.500c1.5 0 2.9-.4 4.1-.9M9.9 9.900a3 3 0 0 0 4.2 4.2',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M14 6l-6 6 6 6',
  chevron: 'M7 10l5 5 5-5',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8c.800-3.6 4-5.5 8-5.500s7.2 1.9 8 5.5',
  download: 'M12 4v11m-4.5-4L12 15.5 16.5 11M5 19.500h14',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v2m0 14v2M3 12h2m14 0h2M5.6 5.600L7 7m10 10l1.4 1.400M18.4 5.600L17 7M7 17l-1.4 1.4',
  moon: 'M20 14.500A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.500Z',
  filter: 'M4 6h16M7 12h10M10 18h4',
  bell: 'M6 16.500V11a6 6 0 0 1 12 0v5.500l1.5 1.500h-15L6 16.500ZM10 20.500a2.2 2.2 0 0 0 4 0',
  settings:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-7 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  logout: 'M10 4.500H5.500v15H10M14.5 8l4 4-4 4M18 12H9.500',
  mail: 'M4 6h16v12H4V6Zm0 1.500l8 6 8-6',
  send: 'M20.5 4L3.5 11l6 2.500M20.5 4L17 19.500l-7.500-6M20.5 4l-11 9.500v5.500l3-3',
  'user-plus':
    'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.500 8c.7-3.6 3.600-5.500 7.500-5.500 2 0 3.800.5 5.100 1.500M18 15v6m-3-3h6',
  'check-all': 'M2.500 12.500l4 4L15 8m-3.500 7.500l1 1L21.500 8',
  'circle-check':
    'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17Zm-3.800-8.300l2.700 2.700 5-5.400',
  'circle-cross': 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM9 9l6 6m0-6l-6 6',
  'circle-info': 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17Zm0-9.500v5.500M12 7.600v.1',
  refresh: 'M19.500 12a7.500 7.500 0 1 1-2.200-5.300L19.500 9m0-5v5h-5',
  clock: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM12 7v5.200l3.300 2',
  offline:
    'M4 4l16 16M5 13a10 10 0 0 1 4.300-2.500M2 9.500a15 15 0 0 1 4.500-2.800M19 13a10 10 0 0 0-5.500-2.900M22 9.500A15 15 0 0 0 10.500 5.800M8.500 16.300a5 5 0 0 1 7 0M12 19.500v.1',
  trash: 'M4.500 7h15M9.500 7V4.500h5V7M6.500 7l.8 13h9.400l.8-13M10 10.500v6m4-6v6',
  pin: 'M9 4h6l-.8 6 3.300 3.500H6.500L9.800 10 9 4Zm3 9.500V20.500',
  device: 'M7 3.500h10v17H7v-17Zm3.500 14h3M12 7v5m-2.200-2L12 12.200 14.200 10',
  table: 'M4 5h16v14H4V5Zm0 5h16M4 14.500h16M10 10v9',
  install: 'M12 4v9m-3.500-3.200L12 13.300l3.500-3.500M5 15v4.500h14V15',
} as const

export type IconName = keyof typeof PATHS

/** Decorative: the text or label beside it has the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
