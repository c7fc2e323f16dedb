import { useQuery } from '@tanstack/react-query'
import CodeMirror, { EditorState, EditorView } from '@uiw/react-codemirror'
import { Button, Drawer } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ground, useIsDark } from '#runtime/fields/rich/code/code-look.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { writeDocument } from '#runtime/schema/write/write-document.ts'
import { useServices } from '#runtime/services/services.tsx'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { CopyDialog } from '../create/CopyDialog.tsx'
import { documentWords } from './document-words.ts'
import { editorWords } from './editor-words.ts'
import { json } from './json-language.ts'
import { loadSchema } from './load-schema.ts'
import './source-drawer.css'

interface Props {
  id: string
  title: string
  onClose(): void
}

/** The page of the designers (schemas/online/form.json). */
const designerPath = '/online/cgform'
const extensions = [
  ground,
  EditorView.contentAttributes.of({ 'aria-label': '配置', tabindex: '0' }),
  EditorView.lineWrapping,
  EditorState.phrases.of(editorWords),
  json.extension,
]

/** The document of a page as a file contains it, and what its words mean; a copy of it begins a draft. */
export function SourceDrawer({ id, title, onClose }: Props) {
  const { http, can } = useServices()
  const navigate = useNavigate()
  const [isCopying, setCopying] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['source', id],
    queryFn: ({ signal }) =>
      http.get<{ document: JsonObject | null }>(`/schema/source/${id}`, undefined, signal),
    gcTime: 0,
    retry: false,
  })
  const document = data?.document
  const isCopyable = document && can('design:write')
  return (
    <Drawer
      open
      className="view-source-drawer"
      title={`「${title}」的配置`}
      width="min(1120px, 100vw)"
      onClose={onClose}
      extra={
        isCopyable && (
          <Button type="primary" onClick={() => setCopying(true)}>
            复制为草稿
          </Button>
        )
      }
    >
      {error ? (
        <LoadFailure title="配置没有读出来" error={error} onRetry={refetch} />
      ) : document ? (
        <Shown document={document} />
      ) : (
        <TextSkeleton rows={12} />
      )}
      {isCopying && document && (
        <CopyDialog
          document={document}
          kind="document"
          onClose={() => setCopying(false)}
          onCreated={(copy) => {
            onClose()
            void navigate(`${designerPath}?design=${encodeURIComponent(copy)}`)
          }}
        />
      )}
    </Drawer>
  )
}

function Shown({ document }: { document: JsonObject }) {
  const isDark = useIsDark()
  const text = useMemo(() => writeDocument(document), [document])
  const { data: words } = useQuery({
    queryKey: ['document-words', text],
    queryFn: async () => documentWords(await loadSchema(), document),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className="view-source">
      <CodeMirror
        value={text}
        height="100%"
        theme={isDark ? 'dark' : 'light'}
        readOnly
        basicSetup={{ tabSize: 2 }}
        extensions={extensions}
      />
      <section aria-label="词的意思">
        <h3>词的意思</h3>
        <dl>
          {words?.map(({ key, title, help }) => (
            <div key={`${key} ${title}`}>
              <dt>
                <code>{key}</code> {title}
              </dt>
              {help && <dd>{help}</dd>}
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}
