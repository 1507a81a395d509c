import './brand.css'

/** Logo and subtitle of the product (specification 2.1). */
export function Brand() {
  return (
    <div className="brand">
      <Logo />
      <span className="brand-subtitle">Система мониторинга и анализа цен</span>
    </div>
  )
}

/** Logo: a tyre's tread around a rim. */
function Logo() {
  return (
    <svg className="brand-logo" viewBox="0 0 32 32" role="img" aria-label="Логотип">
      <circle
        cx="16"
        cy="16"
        r="12.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="5"
        strokeDasharray="3.4 1.2"
      />
      <circle cx="16" cy="16" r="8.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path
        d="M11 18.5l3.2-3.6 2.8 2.3 4-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
