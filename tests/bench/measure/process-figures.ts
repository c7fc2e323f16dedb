import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory of a process, in MB. */
export function readMemory(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((each) => each.startsWith('VmRSS'))
  return Number(line?.replace(/\D/g, '') ?? 0) / 1024
}

/** Open files and sockets of a process. */
export const countHandles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Files below a folder. */
export const countFiles = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

/** The value of which `share` (of 1) are at most as large. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** A value at a time, in minutes. */
export interface Sample {
  minute: number
  value: number
}

/** How much a value grows in a minute: the slope of the line that fits the samples best. */
export function fitSlope(samples: readonly Sample[]): number {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length
  const [minute, value] = [mean((sample) => sample.minute), mean((sample) => sample.value)]
  const product = mean((sample) => (sample.minute - minute) * (sample.value - value))
  return product / mean((sample) => (sample.minute - minute) ** 2)
}
