import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mergeTexts, referenceTextsQuery } from '#runtime/fields/kit/useReferenceTexts.ts'
import { isJsonObject, type JsonObject, listTexts } from '#runtime/kernel/json.ts'
import { listSteps } from '#runtime/schema/kinds/workflow/steps.ts'
import { userDict } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { StepNames } from './step-words.ts'

/** The dictionaries of the roles and positions that a step names by their codes. */
export const roleDict = 'sys_role,role_name,role_code'
export const positionDict = 'sys_position,name,code'

/** The texts of codes of a dictionary, the codes themselves until they are loaded. */
function useTexts(dict: string, codes: readonly string[]): (code: string) => string {
  const { http } = useServices()
  const joined = [...new Set(codes)].sort().join(',')
  const { data } = useQuery({ ...referenceTextsQuery(http, dict, joined), enabled: joined !== '' })
  return useMemo(() => {
    const texts = mergeTexts(joined, data ?? undefined).split(',')
    const byCode = new Map(joined.split(',').map((code, at) => [code, texts[at] ?? code]))
    return (code) => byCode.get(code) ?? code
  }, [joined, data])
}

/** The names of the people of a workflow's steps and of the fields of its screen. */
export function useStepNames(document: JsonObject, titles: ReadonlyMap<string, string>): StepNames {
  const people = useMemo(
    () => listSteps(document).flatMap(({ step }) => (isJsonObject(step.to) ? [step.to] : [])),
    [document],
  )
  const list = (word: string) => people.flatMap((to) => listTexts(to[word]))
  const user = useTexts(
    userDict,
    list('users').filter((account) => !account.startsWith('=')),
  )
  const role = useTexts(roleDict, list('roles'))
  const position = useTexts(positionDict, list('positions'))
  return useMemo(
    () => ({ user, role, position, field: (key) => titles.get(key) ?? key }),
    [user, role, position, titles],
  )
}
