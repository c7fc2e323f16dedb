import type { ComponentProps } from 'react'
import { FormulaFields } from './FormulaFields.tsx'
import { FormulaTrial } from './FormulaTrial.tsx'

type Props = ComponentProps<typeof FormulaFields> & Pick<ComponentProps<typeof FormulaTrial>, 'servedId'>

/** The expressions of a field, and what they give on a record. */
export const Formulas = ({ document, path, field, words, servedId, ...edits }: Props) => (
  <>
    <FormulaFields document={document} path={path} field={field} words={words} {...edits} />
    <FormulaTrial document={document} path={path} field={field} words={words} servedId={servedId} />
  </>
)
