import { useState } from 'react'
import { fileUrl } from '#runtime/fields/kit/files/paths.ts'

interface Props {
  name: string
  /** Where the picture is stored; without one, or where it is gone, the name's first letter stands for it. */
  path?: string | null
}

/** A person's picture; the name is said beside it. */
export function Avatar({ name, path }: Props) {
  const [missing, setMissing] = useState<string | null>(null)
  return (
    <span className="avatar" aria-hidden="true">
      {path && path !== missing ? (
        <img src={fileUrl(path)} alt="" onError={() => setMissing(path)} />
      ) : (
        [...name][0]
      )}
    </span>
  )
}
