import { isJsonObject } from '#runtime/kernel/json.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import { checkClaims } from './checks/claims.ts'
import { levelsOf } from './checks/context.ts'
import { checkFormulas } from './checks/expressions.ts'
import { checkFields } from './checks/fields.ts'
import { checkForm } from './checks/form.ts'
import { checkDict, checkPicker } from './checks/others.ts'
import { checkOverlay } from './checks/overlay.ts'
import { checkPanel } from './checks/panel.ts'
import { createReport, type Path, type Report } from './checks/report.ts'
import { checkReport } from './checks/report-document.ts'
import { checkActions, checkFlow, checkParts } from './checks/screen.ts'
import { reportShape } from './checks/shape.ts'
import { checkSubTables } from './checks/sub-tables.ts'
import { checkTree } from './checks/tree.ts'
import { composeSchema, type FieldSettings, type JsonSchema } from './compose.ts'
import type { FieldValues } from './field-value.ts'
import type { KnownNames } from './known.ts'
import { isOverlay } from './overlay.ts'
import type { SchemaError } from './validator.ts'
import { currentVersion, newerVersionText, versionOf } from './versions.ts'

export interface CheckerParts {
  types: FieldValues
  settings: FieldSettings
  compileSchema(schema: JsonSchema): (json: unknown) => SchemaError[]
  /** Takes a shortcut word or a pattern; throws for what the server cannot run. */
  compilePattern(source: string): unknown
}

export interface CheckOptions {
  known: KnownNames
  /** The id that the file's place in a documents folder asks for. */
  expectedId?: string
}

export type Check = (json: unknown, options: CheckOptions) => Problem[]

/**
 * Makes the one check of documents: JSON Schema and semantic rules, all problems collected, each with a pointer
 * that resolves in `json` as given. A document of another format gets that one problem. Never throws.
 */
export function createChecker({ types, settings, compileSchema, compilePattern }: CheckerParts): Check {
  const shapeErrors = compileSchema(composeSchema(settings))
  /** Everything but the format; `bases` are what an overlay stands on. */
  const checkWhole = (json: unknown, { known, expectedId }: CheckOptions, bases?: ReadonlySet<string>) => {
    const { problems, report } = createReport(json)
    reportShape(shapeErrors(json), report)
    reportUnsafe(json, [], report)
    if (isJsonObject(json)) {
      checkClaims(json, known, report, expectedId, bases)
      if (json.kind === 'dict') checkDict(json, known, report)
      if (json.kind === 'picker') checkPicker(json, known, report)
      if (json.kind === 'panel') checkPanel(json, known, report)
      const context = { screen: json, ...levelsOf(json), known, types, compilePattern, report }
      if (json.kind === 'report') checkReport(context)
      if (json.kind === 'form') {
        for (const level of [context.head, ...context.details]) checkFields(context, level)
        checkFormulas(context)
        checkForm(context)
      }
      if (json.kind === 'screen' && !isOverlay(json)) {
        for (const level of [context.head, ...context.details]) checkFields(context, level)
        checkFormulas(context)
        checkParts(context)
        checkTree(context)
        checkFlow(context)
        checkActions(context)
        checkSubTables(context)
      }
      if (isOverlay(json) && problems.length === 0) {
        const inner = (document: unknown, under: ReadonlySet<string>) =>
          checkWhole(document, { known }, under)
        problems.push(...checkOverlay(json, known, report, inner))
      }
    }
    return withoutEchoes(problems)
  }
  return (json, options) => {
    const { problems, report } = createReport(json)
    const version = versionOf(json)
    if (version !== undefined && version > currentVersion) {
      report(['version'], { code: 'NEWER_VERSION', text: newerVersionText(version) })
      return problems
    }
    if (version !== undefined && version < currentVersion) {
      const text = `文档是旧格式 ${version}，请运行 npm run documents -- format 转成格式 ${currentVersion}`
      report(['version'], { code: 'OLD_VERSION', text })
      return problems
    }
    return checkWhole(json, options)
  }
}

const unsafe = new Set(['__proto__', 'constructor', 'prototype'])

/** Names that reach into every object are refused wherever they stand. */
function reportUnsafe(value: unknown, path: Path, report: Report): void {
  if (Array.isArray(value)) {
    for (const [at, member] of value.entries()) reportUnsafe(member, [...path, at], report)
  } else if (isJsonObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (unsafe.has(key))
        report([...path, key], { code: 'UNSAFE_KEY', text: `不能用“${key}”作名字，请删去` })
      else reportUnsafe(inner, [...path, key], report)
    }
  }
}

/** A forbidden name also breaks patterns and is unknown: one problem is enough. */
function withoutEchoes(problems: Problem[]): Problem[] {
  const reported = new Set(problems.filter(({ code }) => code === 'UNSAFE_KEY').map(({ path }) => path))
  return problems.filter(({ path, code }) => code === 'UNSAFE_KEY' || !reported.has(path))
}
