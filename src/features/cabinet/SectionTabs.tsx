import { NavLink } from 'react-router-dom'

interface SectionTabsProps {
  /** accessible name */
  label: string
  route: string
  /** paths below the route; '' for the first section */
  sections: readonly (readonly [path: string, name: string])[]
}

export function SectionTabs({ label, route, sections }: SectionTabsProps) {
  return (
    <nav className="flex gap-4" aria-label={label}>
      {sections.map(([path, name]) => (
        <NavLink key={path} to={route + path} end className="section-tab">
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
