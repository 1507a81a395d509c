import type { ReactNode } from 'react'
import { TopBar } from './TopBar.tsx'
import './frame.css'

interface FrameProps {
  title: string
  /** whether to render the 'Назад' link, which leads to the home page */
  back?: boolean
  children: ReactNode
}

/** Frame of the home and report pages: the top bar and the page below it. */
export function Frame({ title, back = false, children }: FrameProps) {
  return (
    <div className="frame">
      <TopBar title={title} back={back} />
      <main className="frame-main">{children}</main>
    </div>
  )
}
