import { join } from 'node:path'
import type { Config } from '../config.ts'

/** The folder of uploaded files. */
export const fileFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'files')
