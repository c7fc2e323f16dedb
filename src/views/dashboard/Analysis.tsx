import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { greeting } from '../../../runtime/kernel/time.ts'
import { homePath } from '../../app/guard.ts'
import { permissionsAtom, userAtom } from '../../app/session/state.ts'
import { MenuIcon } from '../../app/shell/MenuIcon.tsx'
import { type Entry, entriesOf } from '../../app/shell/menu.ts'
import { longDate } from './long-date.ts'
import './analysis.css'

/** The home page: who and when, and the ways on, as a table of contents. */
export default function Analysis() {
  const user = useAtomValue(userAtom)
  const menu = useAtomValue(permissionsAtom)?.menu ?? []
  const now = new Date()
  const entries = entriesOf(menu).filter(({ path }) => path !== homePath)
  return (
    <div className="home">
      <header>
        <h1>
          {greeting(now.getHours())}，{user?.realname}
        </h1>
        <time dateTime={now.toISOString().slice(0, 10)}>{longDate(now)}</time>
      </header>
      <nav className="contents" aria-label="功能目录">
        {entries.map((entry) => (
          <section key={entry.id}>
            <h2>
              <MenuIcon name={entry.icon ?? 'appstore'} />
              {entry.title}
            </h2>
            <ul>
              {leavesOf(entry).map((leaf) => (
                <li key={leaf.id}>
                  {leaf.href ? (
                    <a href={leaf.href} target="_blank" rel="noopener noreferrer">
                      {leaf.title}
                    </a>
                  ) : (
                    <Link to={leaf.path}>{leaf.title}</Link>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  )
}

const leavesOf = (entry: Entry): Entry[] =>
  entry.children.length === 0 ? [entry] : entry.children.flatMap(leavesOf)
