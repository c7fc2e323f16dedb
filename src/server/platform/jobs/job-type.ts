import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'

/** A run of a scheduled job, as its type sees it. */
export interface JobRun {
  /** The id of the job. */
  job: string
  /** The same for all attempts of a run, which repeat what an interrupted one has done. */
  occasion: string
  /** What the administrator wrote about the job. */
  description: string
  /** Aborted at the time limit of the job and at the stop of the server. */
  signal: AbortSignal
}

/** Why parameters are refused: the key of the field and the text for it. */
export interface ParameterFault {
  key: string
  text: string
}

type Parameters = Readonly<Record<string, unknown>>

/**
 * What administrators may plan: a name, a title and typed parameters, whose keys are fields of the screen 定时任务. The form of
 * that screen shows the fields of the chosen type (`schemas/system/quartz-job.json`).
 */
export interface JobType<S> {
  name: string
  title: string
  /** The keys of the parameters. */
  keys: readonly string[]
  /** Why a job with these parameters is not saved; undefined where nothing is wrong. */
  fault(services: S, parameters: Parameters): ParameterFault | undefined
  /** Returns in words what was done; throws what the log shows as the reason. */
  run(services: S, parameters: Parameters, run: JobRun): Promise<string>
}

/** A type with the services that its code uses. */
export interface BoundJobType extends Pick<JobType<never>, 'name' | 'title' | 'keys'> {
  fault(parameters: Parameters): ParameterFault | undefined
  run(parameters: Parameters, run: JobRun): Promise<string>
}

interface Definition<S, P extends TObject> {
  name: string
  title: string
  parameters: P
  fault?(services: S, parameters: Static<P>): ParameterFault | undefined
  run(services: S, parameters: Static<P>, run: JobRun): Promise<string>
}

/** Declares a type; parameters that do not have its shape are refused at the save of a job and before each run. */
export function defineJobType<S, P extends TObject>(definition: Definition<S, P>): JobType<S> {
  const { name, title, parameters: shape } = definition
  const keys = Object.keys(shape.properties)
  const shapeFault = (parameters: Parameters): ParameterFault | undefined => {
    for (const key of keys)
      if (!Value.Check(shape.properties[key] ?? {}, parameters[key]) && !isLeftOut(shape, key, parameters))
        return { key, text: parameters[key] === undefined ? '请填写' : '填写得不对，请改正' }
    return undefined
  }
  return {
    name,
    title,
    keys,
    fault: (services, parameters) =>
      shapeFault(parameters) ?? definition.fault?.(services, parameters as Static<P>),
    run: async (services, parameters, run) => {
      const fault = shapeFault(parameters)
      if (fault) throw new Error(`参数 ${fault.key} ${fault.text}`)
      return await definition.run(services, parameters as Static<P>, run)
    },
  }
}

const isLeftOut = (shape: TObject, key: string, parameters: Parameters): boolean =>
  parameters[key] === undefined && !(shape.required as readonly string[] | undefined)?.includes(key)

/** The type for the servers' own use; the services are asked for when they are needed. */
export const bindJobType = <S>({ name, title, keys, ...type }: JobType<S>, read: () => S): BoundJobType => ({
  name,
  title,
  keys,
  fault: (parameters) => type.fault(read(), parameters),
  run: (parameters, run) => type.run(read(), parameters, run),
})
