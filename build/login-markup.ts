import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import LoginPage from '../src/session/LoginPage.tsx'
import { type Session, SessionContext } from '../src/session/useSession.ts'

/** Session of a visitor of whom nothing is known yet. A page without scripts calls none of its functions. */
const VISITOR = { status: 'anonymous', checking: false, ended: false, username: '' } as Session

/** Returns the HTML of the login screen's form, as the app renders it first (specification 1.2). */
export const loginMarkup = (): string =>
  renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(SessionContext, { value: VISITOR }, createElement(LoginPage)),
    ),
  )
