import type { Printer } from '../printer.ts'
import type { PrintBlockPlan } from './block-plan.ts'

export const signaturesPlan: PrintBlockPlan<'signatures'> = {
  compile: ({ names }, print) => [
    { type: 'signatures', signatures: names.map((name) => buildSignature(name, print)) },
  ],
}

/** `制单 {createBy}`: the words before the first placeholder are the title. */
function buildSignature(name: string, print: Printer): { title: string; text: string } {
  const at = name.indexOf('{')
  if (at < 0) return { title: name, text: '' }
  return { title: name.slice(0, at).trim(), text: print.fill(name.slice(at)) }
}
