import { useState } from 'react'
import { Icon } from './Icon.tsx'
import { chooseTheme, currentTheme } from './theme.ts'

export function ThemeToggle() {
  const [theme, setTheme] = useState(currentTheme)
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <button
      type="button"
      className="icon-button"
      data-palette="оформление светлая тёмная тема"
      aria-label={other === 'dark' ? 'Включить тёмную тему' : 'Включить светлую тему'}
      onClick={() => {
        chooseTheme(other)
        setTheme(other)
      }}
    >
      <Icon name={other === 'dark' ? 'moon' : 'sun'} />
    </button>
  )
}
