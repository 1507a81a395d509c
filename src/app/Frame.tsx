import type { ReactNode } from 'react'
import { TopBar } from './TopBar.tsx'
import './frame.css'

interface FrameProps {
  title: string
  /** renders the fixed 'Назад' link to the home page */
  back?: boolean
  children: ReactNode
}

/** Home and report pages below their top bar. */
export function Frame({ title, back = false, children }: FrameProps) {
  return (
    <div className="frame">
      <TopBar title={title} back={back} />
      <main className="frame-main">{children}</main>
    </div>
  )
}
