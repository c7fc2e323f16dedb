import { Button, Mentions } from 'antd'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import { storeFile } from '#runtime/fields/kit/files/store-file.ts'
import { asText } from '#runtime/kernel/json.ts'
import {
  findPrintDesign,
  isPlain,
  type PrintableField,
  type PrintDesign,
} from '#runtime/schema/kinds/print/designs.ts'
import type { PanelWord } from '#runtime/schema/settings/settings-node.ts'
import { useServices } from '#runtime/services/services.tsx'
import { canRun } from '#runtime/ui/commands/command.ts'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { type PrintBlockContext, printCommands } from '../commands/print-commands.ts'
import type { BlockProps } from '../panel/BlockData.tsx'
import { type Offers, OffersProvider } from '../settings/offers.ts'
import { PaneHead, PanelSettings } from '../settings/PanelSettings.tsx'
import { printBlockTitle } from './print-edit.ts'

interface Props extends PrintBlockContext, BlockProps {
  fields: readonly PrintableField[]
}

const asOffers = (fields: readonly PrintableField[]) =>
  fields.map(({ key, title }) => ({ value: key, text: title }))

/** The settings of the selected block: its text with completion, the words of its shape, and what can be done with it. */
export function PrintBlockSettings({ block, fields, onChange, onUpdate, ...context }: Props) {
  const [isWhole, setWhole] = useState(false)
  const design = findPrintDesign(block)
  const textKey = design?.text?.key
  // The words that the block had at first stay, so that clearing one does not remove its input.
  const [present] = useState(() => new Set(Object.keys(block)))
  const isListed = useCallback(
    ({ field: { key }, isCommon }: PanelWord) =>
      key !== textKey && (isWhole || isCommon === true || present.has(key)),
    [isWhole, textKey, present],
  )
  const title = printBlockTitle(block)
  const type = String(block.type)
  const { detail } = block
  const offers = useMemo((): Offers => {
    return ([first]) => {
      const offered = design?.offer?.({ detail }, String(first), fields)
      return offered && asOffers(offered)
    }
  }, [design, detail, fields])
  const heads = useMemo(() => fields.filter(isPlain), [fields])
  const fieldKeys = useMemo(() => asOffers(heads), [heads])
  return (
    <aside className="view-design-settings" aria-label={`${title}的设置`}>
      <PaneHead title={design?.title ?? title} name={type} isWhole={isWhole} onWhole={setWhole} />
      {design?.text && <TextSetting block={block} setting={design.text} fields={heads} onChange={onChange} />}
      {design?.upload && <Upload setting={design.upload} onUpdate={onUpdate} />}
      <OffersProvider value={offers}>
        <PanelSettings
          key={String(detail)}
          word={`printBlock.${type}`}
          title={title}
          value={block}
          isListed={isListed}
          fieldKeys={fieldKeys}
          onChange={onChange}
        />
      </OffersProvider>
      <div className="view-panel-actions">
        {printCommands.map((command) => (
          <Button
            key={command.id}
            size="small"
            danger={command.danger}
            title={keyLabel(command)}
            disabled={!canRun(command, context)}
            onClick={() => command.run(context)}
          >
            {command.title}
          </Button>
        ))}
      </div>
    </aside>
  )
}

interface TextProps extends Pick<Props, 'block' | 'fields' | 'onChange'> {
  setting: NonNullable<PrintDesign['text']>
}

/** A text with placeholders: a brace offers the fields. */
function TextSetting({ block, setting: { key, title: label }, fields, onChange }: TextProps) {
  const id = useId()
  const titles = useMemo(
    () => new Map(fields.map((field) => [`${field.key}}`, `${field.title} ${field.key}`])),
    [fields],
  )
  const change = (text: string) => {
    const { [key]: _, ...rest } = block
    onChange(text === '' && key !== 'text' ? rest : { ...rest, [key]: text })
  }
  return (
    <div className="view-print-text">
      <label htmlFor={id}>{label}</label>
      <Mentions
        id={id}
        prefix="{"
        split=""
        autoSize={{ minRows: 2, maxRows: 8 }}
        placeholder="文字，打 { 选字段"
        value={asText(block[key]) ?? ''}
        options={[...titles].map(([value, title]) => ({ value, label: title }))}
        filterOption={(typed, { value = '' }) =>
          `${titles.get(value) ?? ''} ${value}`.toLowerCase().includes(typed.toLowerCase())
        }
        onChange={change}
      />
    </div>
  )
}

interface UploadProps extends Pick<Props, 'onUpdate'> {
  setting: string
}

/** Uploads a picture that is the same for all records; it takes the place of a field. */
function Upload({ setting, onUpdate }: UploadProps) {
  const { http, notify } = useServices()
  const input = useRef<HTMLInputElement>(null)
  const [isUploading, setUploading] = useState(false)
  const upload = async (file: File) => {
    setUploading(true)
    try {
      const path = await storeFile(http, file, { biz: 'print' })
      onUpdate(({ field: _, ...rest }) => ({ ...rest, [setting]: path }))
    } catch (error) {
      notify('error', errorMessage(error))
    } finally {
      setUploading(false)
    }
  }
  return (
    <div className="view-print-text">
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label="图片文件"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void upload(file)
        }}
      />
      <Button size="small" loading={isUploading} onClick={() => input.current?.click()}>
        上传固定图片
      </Button>
      <span className="view-design-hint">JPG 或 PNG，馆徽、印章这样每张都一样的</span>
    </div>
  )
}
