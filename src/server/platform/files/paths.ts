import { join } from 'node:path'
import type { Config } from '../config.ts'

/** The only valid form of a stored path; any other path in a request is not looked up. */
export const storedPath = /^[a-z0-9]{1,20}\/[0-9a-f]{32}\.[a-z0-9]{1,5}$/

/** The folder of uploaded files. */
export const fileFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'files')
