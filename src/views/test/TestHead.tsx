import { Link } from 'react-router-dom'
import { institution, releaseDate, version } from '#client/institution.ts'

/** The head of the test pages: institution, version, and the link home. */
export const TestHead = ({ title }: { title: string }) => (
  <header className="view-test-head">
    <h1>{title}</h1>
    <span>
      {institution}，版本 {version}，{releaseDate}
    </span>
    <Link to="/">返回首页</Link>
  </header>
)
