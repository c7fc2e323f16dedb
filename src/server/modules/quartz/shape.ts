import Type from 'typebox'
import { Id } from '../../platform/http/id-shape.ts'

export const JobQuery = Type.Object({ id: Id })

/** Without a job the list is empty. */
export const UpcomingQuery = Type.Object({ jobId: Type.Optional(Type.Union([Id, Type.Literal('')])) })
