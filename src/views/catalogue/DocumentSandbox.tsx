import { Button, Select } from 'antd'
import { Suspense, useId, useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { DocumentProblem } from '#runtime/data/documents.ts'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { applyFixes } from '#runtime/kernel/patch.ts'
import { DocumentPreview, type Sample } from '#runtime/preview/DocumentPreview.tsx'
import { ProblemList } from '#runtime/resolve/ProblemList.tsx'
import type { Document } from '#runtime/schema/documents.ts'
import { parseJson } from '#runtime/schema/write/parse-json.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { samples } from './samples.ts'

const memory = 'pro__catalogue-draft'
const field = { key: 'document', title: '界面文档', type: 'code', language: 'javascript' }

type CheckResult =
  | { kind: 'sound'; sample: Sample }
  /** `json` is the checked document, where it could be parsed. */
  | { kind: 'faulty'; problems: DocumentProblem[]; json?: unknown }
  | { kind: 'unknown'; text: string }

const print = (document: unknown): string => JSON.stringify(document, null, 2)

function getFile(json: unknown): string {
  const id = isJsonObject(json) && typeof json.id === 'string' ? json.id : ''
  return `schemas/${id || '…'}.json`
}

/** The rows of a sample are removed with its document, but remain while the document keeps its id. */
const buildSample = (document: Document): Sample => {
  const sample = samples.find((entry) => entry.document.id === document.id)
  return { document, others: sample?.others ?? [], ...(sample?.store ? { store: sample.store } : {}) }
}

/** Any document: checked by the server, and drawn when it has no problems; otherwise its problems are listed by path. */
export default function DocumentSandbox() {
  const { http } = useServices()
  const types = useFieldTypes()
  const id = useId()
  const [text, setText] = useState(() => sessionStorage.getItem(memory) ?? print(samples[0]?.document))
  const [verdict, setVerdict] = useState<CheckResult | null>(null)
  const [round, setRound] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const Control = types.get('code')?.Control

  const change = (next: string) => {
    setText(next)
    setVerdict(null)
    sessionStorage.setItem(memory, next)
  }
  const check = async (written = text) => {
    const parsed = parseJson(written)
    if ('problem' in parsed) return setVerdict({ kind: 'faulty', problems: [parsed.problem] })
    setBusy(true)
    try {
      const { result } = await http.send<DocumentProblem[]>('POST', '/schema/check', parsed.json)
      const file = getFile(parsed.json)
      setVerdict(
        result.length > 0
          ? { kind: 'faulty', json: parsed.json, problems: result.map((problem) => ({ file, ...problem })) }
          : { kind: 'sound', sample: buildSample(parsed.json as Document) },
      )
      setRound((now) => now + 1)
    } catch (error) {
      setVerdict({ kind: 'unknown', text: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }

  const fix = ({ json, problems }: Extract<CheckResult, { kind: 'faulty' }>) => {
    const corrected = print(applyFixes(json, problems).document)
    change(corrected)
    void check(corrected)
  }

  return (
    <div className="view-cat-try">
      <div className="view-cat-paste">
        <div className="view-cat-paste-bar">
          <label htmlFor={id}>{field.title}</label>
          <Select
            aria-label="载入示例"
            placeholder="载入示例"
            value={null}
            options={samples.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={(name: string | null) =>
              change(print(samples.find((sample) => sample.name === name)?.document))
            }
          />
          <Button type="primary" loading={isBusy} onClick={() => void check()}>
            检查
          </Button>
        </div>
        <Suspense fallback={<div className="view-cat-unseen" aria-busy="true" />}>
          {Control && (
            <Control
              id={id}
              field={field}
              value={text}
              size="small"
              onChange={(next: unknown) => change(String(next ?? ''))}
              values={{}}
              patch={() => {}}
            />
          )}
        </Suspense>
      </div>
      <div className="view-cat-verdict" aria-live="polite">
        {verdict === null && (
          <StateNote
            title="还没有检查"
            text="把文档贴到框里，按「检查」：有错就列出位置和改法，没有错就画出来。"
          />
        )}
        {verdict?.kind === 'unknown' && <StateNote tone="error" title="没有检查成" text={verdict.text} />}
        {verdict?.kind === 'faulty' && (
          <div className="view-cat-problems">
            <h2>{verdict.problems.length} 处要改</h2>
            {verdict.problems.some((problem) => problem.fix) && (
              <Button loading={isBusy} onClick={() => fix(verdict)}>
                改正能改的
              </Button>
            )}
            <ProblemList id="" title="" problems={verdict.problems} short />
          </div>
        )}
        {verdict?.kind === 'sound' && (
          <section className="view-cat-frame" aria-label="画出来的文档">
            <DocumentPreview key={round} sample={verdict.sample} />
          </section>
        )}
      </div>
    </div>
  )
}
