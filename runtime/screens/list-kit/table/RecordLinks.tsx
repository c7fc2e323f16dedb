import { Fragment } from 'react'
import { Link } from 'react-router-dom'

interface Props {
  /** Records by their numbers; those that the reader may not open have no path. */
  links: readonly { name: string; path: string | null }[]
}

/** The records that a row names, each as a link where it can be opened. */
export const RecordLinks = ({ links }: Props) =>
  links.map(({ name, path }, at) => (
    <Fragment key={path ?? name}>
      {at > 0 && '、'}
      {path ? <Link to={path}>{name}</Link> : name}
    </Fragment>
  ))
