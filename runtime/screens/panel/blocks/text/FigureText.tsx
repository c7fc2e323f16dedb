import { useCallback, useEffect, useMemo, useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { fillText } from '#runtime/record/panel/figure-text.ts'
import { splitText } from '#runtime/schema/kinds/panel/blocks/text/placeholders.ts'
import { figureBlock, type TextFigure } from '#runtime/schema/kinds/panel/blocks/text/plan.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { BlockFailure } from '../../BlockFrame.tsx'
import { useBlock } from '../../useBlock.ts'
import { formatShown } from '../statistic/shown-figure.ts'

const noValues = {}
const ignore = () => {}

/** A text with numbers of sources, each of which loads and fails on its own, perhaps of Markdown. */
export function FigureText({ block }: { block: Block<'text'> }) {
  const { text, figures = [], markdown } = block
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const tell = useCallback((key: string, value: string) => {
    setTexts((before) => (before[key] === value ? before : { ...before, [key]: value }))
  }, [])
  return (
    <>
      {markdown ? (
        <div className="pro-words-rich">
          <Markdown title={block.title} text={fillText(block, texts)} />
        </div>
      ) : (
        <p className="pro-words">
          {block.figures
            ? splitText(text).map((part, at) =>
                'key' in part ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
                  <b key={at} className="pro-num">
                    {texts[part.key] || '—'}
                  </b>
                ) : (
                  part.text
                ),
              )
            : text}
        </p>
      )}
      {figures.map((figure) => (
        <FigureReader key={figure.key} figure={figure} tell={tell} />
      ))}
    </>
  )
}

/** The reading view of a field with Markdown. */
function Markdown({ title = '文字', text }: { title?: string; text: string }) {
  const types = useFieldTypes()
  const field = { key: 'text', type: 'markdown', title }
  const Control = types.get(field.type)?.Control
  return (
    Control && (
      <Control readOnly value={text} field={field} values={noValues} onChange={ignore} patch={ignore} />
    )
  )
}

interface ReaderProps {
  figure: TextFigure
  tell(key: string, text: string): void
}

/** Reads a number for the text, and says where that fails. */
function FigureReader({ figure, tell }: ReaderProps) {
  const { data, document, error, isGone, again } = useBlock(useMemo(() => figureBlock(figure), [figure]))
  const text = data ? formatShown(figure, data, document) : ''
  useEffect(() => {
    tell(figure.key, text)
  }, [figure.key, text, tell])
  return error && !isGone ? <BlockFailure error={error} retry={again} /> : null
}
