import type { ReactNode } from 'react'

export interface ListOptionProps {
  id: string
  highlighted: boolean
  onHover(): void
  onChoose(): void
}

/** Option of the search dialog's list. */
export function ListOption({
  id,
  highlighted,
  onHover,
  onChoose,
  className = '',
  children,
}: ListOptionProps & { className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the option
    <div
      id={id}
      role="option"
      aria-selected={highlighted}
      className={`search-item ${className}`}
      data-highlighted={highlighted || undefined}
      onPointerMove={highlighted ? undefined : onHover}
      onClick={onChoose}
    >
      {children}
    </div>
  )
}
