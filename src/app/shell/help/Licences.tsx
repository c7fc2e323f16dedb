import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useMemo, useState } from 'react'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'

/** The address of the file that the build writes (scripts/build/licence-files.ts). */
declare const __LICENCES__: string

interface Licence {
  name: string
  version: string
  licence: string
  /** The place of its text. */
  text?: number
}

interface Answer {
  packages: Licence[]
  texts: string[]
}

async function loadLicences({ signal }: { signal: AbortSignal }): Promise<Answer> {
  const answer = await fetch(__LICENCES__, { signal })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return (await answer.json()) as Answer
}

/** The packages with their licences, found by name or licence. */
export function Licences() {
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['licences'],
    queryFn: loadLicences,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const found = useMemo(() => {
    const word = typed.trim().toLowerCase()
    return (data?.packages ?? []).filter(({ name, licence }) =>
      `${name} ${licence}`.toLowerCase().includes(word),
    )
  }, [data, typed])
  if (error) return <LoadFailure title="许可证没有加载出来" error={error} onRetry={() => void refetch()} />
  return (
    <section className="app-licences" aria-labelledby="licences">
      <h2 id="licences">
        用到的软件包和它们的许可证
        {data && (
          <small aria-live="polite">
            {found.length === data.packages.length
              ? `共 ${found.length} 个`
              : `找到 ${found.length} 个，共 ${data.packages.length} 个`}
          </small>
        )}
      </h2>
      {data ? (
        <>
          <Input
            allowClear
            aria-label="按名称或许可证查找"
            placeholder="按名称或许可证查找"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <ul>
            {found.map((licence) => (
              <Package key={`${licence.name} ${licence.version}`} licence={licence} texts={data.texts} />
            ))}
          </ul>
          {found.length === 0 && <p>没有这样的软件包，换个词再找。</p>}
        </>
      ) : (
        <TextSkeleton rows={8} />
      )}
    </section>
  )
}

/** A package; its text is drawn when it is opened. */
function Package({ licence, texts }: { licence: Licence; texts: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  const { name, version, text } = licence
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {name} <small>{version}</small>
          <span>{licence.licence}</span>
        </summary>
        {isOpen && <pre>{text === undefined ? '这个软件包没有附许可证的全文。' : texts[text]}</pre>}
      </details>
    </li>
  )
}
