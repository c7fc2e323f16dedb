import CodeMirror, { EditorState, EditorView, type Extension } from '@uiw/react-codemirror'
import { Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { getTitle } from '#runtime/schema/derive.ts'
import type { ControlProps } from '../../../contract/contract.ts'
import type { RichFamily } from '../settings.ts'
import { ground, useIsDark } from './code-look.ts'
import { grammars } from './grammars.ts'
import { type Language, languages } from './languages.ts'

const choices = Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }))
const setup = { tabSize: 2 }

/** The grammar once it is loaded; until then, and if loading fails, the text is plain. */
function useGrammar(language: Language): Extension[] {
  const [loaded, setLoaded] = useState<{ language: Language; grammar: Extension } | null>(null)
  useEffect(() => {
    let isActive = true
    grammars[language]().then(
      (grammar) => isActive && setLoaded({ language, grammar }),
      () => {},
    )
    return () => {
      isActive = false
    }
  }, [language])
  return useMemo(() => (loaded?.language === language ? [loaded.grammar] : []), [loaded, language])
}

/** Program text, colored by a language that can be changed while viewing; the selection is not stored. */
export function CodeControl(props: ControlProps<string, RichFamily['code']>) {
  const { field, size } = props
  const [language, setLanguage] = useState<Language>(field.language ?? 'javascript')
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      {size !== 'small' && (
        <Select
          size="small"
          style={{ width: 130 }}
          aria-label={`${getTitle(field)}的语言`}
          value={language}
          options={choices}
          onChange={setLanguage}
        />
      )}
      <CodeEditor {...props} language={language} />
    </div>
  )
}

type EditorProps = Omit<ControlProps<string, RichFamily['code']>, 'values' | 'patch'> & { language: Language }

/** Program text, colored by one language. */
function CodeEditor(props: EditorProps) {
  const { value, onChange, disabled, readOnly, placeholder, field, id, invalid, autoFocus, size, onBlur } =
    props
  const { language } = props
  const grammar = useGrammar(language)
  const isDark = useIsDark()
  const extensions = useMemo(() => {
    const attributes = {
      ...(id === undefined ? {} : { id }),
      'aria-label': getTitle(field),
      // Long lines scroll inside: a scroll container must be reachable by keyboard.
      tabindex: '0',
      ...(invalid ? { 'aria-invalid': 'true' } : {}),
    }
    return [
      ground,
      EditorState.tabSize.of(setup.tabSize),
      EditorView.contentAttributes.of(attributes),
      ...grammar,
    ]
  }, [id, field, invalid, grammar])
  const isLocked = disabled === true || readOnly === true
  return (
    <CodeMirror
      value={value ?? ''}
      height={size === 'small' ? '96px' : '240px'}
      theme={isDark ? 'dark' : 'light'}
      basicSetup={setup}
      // Tab moves the focus to the next field, as everywhere in a form; Ctrl+] indents.
      indentWithTab={false}
      extensions={extensions}
      editable={!disabled}
      readOnly={isLocked}
      placeholder={isLocked ? undefined : (placeholder ?? field.placeholder)}
      autoFocus={autoFocus}
      style={{
        border: `1px solid var(${invalid ? '--ant-color-error, #ff4d4f' : '--ant-color-border, #d9d9d9'})`,
      }}
      onBlur={onBlur}
      onChange={(text) => onChange(text === '' ? null : text)}
    />
  )
}
