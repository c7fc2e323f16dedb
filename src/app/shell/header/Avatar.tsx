import { useState } from 'react'
import { fileUrl } from '#runtime/fields/kit/files/paths.ts'

interface Props {
  name: string
  /** The stored path of the picture; without one, or when the file is missing, the name's first letter is drawn. */
  path?: string | null
}

/** The picture of a user; decorative, because the name is beside it. */
export function Avatar({ name, path }: Props) {
  const [missing, setMissing] = useState<string | null>(null)
  return (
    <span className="app-avatar" aria-hidden="true">
      {path && path !== missing ? (
        <img src={fileUrl(path)} alt="" onError={() => setMissing(path)} />
      ) : (
        [...name][0]
      )}
    </span>
  )
}
