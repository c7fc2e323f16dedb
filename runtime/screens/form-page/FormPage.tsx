import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { FormDocument } from '#runtime/schema/types.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { DocumentForm } from '../form/document/DocumentForm.tsx'

/** A form with an address of its own; its parameters are in the address. */
export function FormPage({ document }: { document: FormDocument }) {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const search = address.toString()
  const params = useMemo(() => {
    const query = new URLSearchParams(search)
    return Object.fromEntries((document.params ?? []).map((name) => [name, query.get(name)]))
  }, [search, document.params])
  const missing = Object.keys(params).filter((name) => !params[name])
  if (missing.length > 0)
    return (
      <div className="pro-sheet">
        <StateNote
          title={`「${document.title}」要从别的页面打开`}
          text={`地址里缺少 ${missing.join('、')}，请回到列表，用按钮打开。`}
        />
      </div>
    )
  const isFirst = !((window.history.state as { idx?: number } | null)?.idx ?? 0)
  return (
    <DocumentForm
      key={search}
      document={document}
      params={params}
      whole
      onClose={() => (isFirst ? navigate('/', { replace: true }) : navigate(-1))}
    />
  )
}
