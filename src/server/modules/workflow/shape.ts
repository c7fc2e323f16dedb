import Type from 'typebox'

const Id = Type.String({ minLength: 1, maxLength: 64 })
const Account = Type.String({ minLength: 1, maxLength: 100 })
const Opinion = Type.Optional(Type.String({ maxLength: 1000 }))
const closed = { additionalProperties: false } as const

/** Records of an answer, or cases and tasks of a request. */
const MAX_IDS = 200

const Screen = Type.String({ minLength: 3, maxLength: 120 })
export const RecordQuery = Type.Object({ screen: Screen, id: Id })

const words = <const Word extends string>(list: readonly Word[]) => Type.Enum([...list])

export const ActBody = Type.Object(
  {
    task: Id,
    action: words(['pass', 'refuse', 'takeBack', 'transfer', 'delegate', 'add', 'remove']),
    opinion: Opinion,
    files: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 9, uniqueItems: true }),
    ),
    mentions: Type.Optional(Type.Array(Account, { maxItems: 20, uniqueItems: true })),
    /** The opinion is kept among the user's own phrases. */
    keeps: Type.Optional(Type.Boolean()),
    to: Type.Optional(Account),
    people: Type.Optional(Type.Array(Account, { minItems: 1, maxItems: 20 })),
    when: Type.Optional(words(['before', 'after'])),
    values: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), { maxProperties: 50 })),
    /** The revision of the record that the person has seen; another one is not passed. */
    rev: Type.Optional(Type.String({ pattern: '^\\d{1,10}$' })),
  },
  closed,
)
export type ActBody = Type.Static<typeof ActBody>

const SeveralIds = Type.Array(Id, { minItems: 1, maxItems: MAX_IDS, uniqueItems: true })
/** Tasks, or records of a screen whose tasks of the user are meant. */
export const PassAllBody = Type.Union([
  Type.Object({ tasks: SeveralIds, opinion: Opinion }, closed),
  Type.Object({ screen: Screen, records: SeveralIds, opinion: Opinion }, closed),
])
export type PassAllBody = Type.Static<typeof PassAllBody>
/** Several ids as a button of a list sends them: `1,2`. */
const Ids = Type.String({ minLength: 1, maxLength: MAX_IDS * 65 })
export const ReadBody = Type.Object({ tasks: Ids }, closed)
export const CaseBody = Type.Object(
  {
    ids: Ids,
    action: words(['withdraw', 'urge', 'suspend', 'resume', 'stop']),
    opinion: Opinion,
  },
  closed,
)
export type CaseBody = Type.Static<typeof CaseBody>
export const SimulateBody = Type.Object(
  {
    document: Type.Record(Type.String(), Type.Unknown()),
    record: Id,
    /** Who submits the record; absent: who created it. */
    starter: Type.Optional(Account),
  },
  closed,
)
export type SimulateBody = Type.Static<typeof SimulateBody>
export const HandOverBody = Type.Object(
  {
    from: Account,
    to: Account,
    /** The categories of the workflows; absent: all. */
    categories: Type.Optional(Type.String({ maxLength: 100 })),
    opinion: Opinion,
  },
  closed,
)
export const VersionBody = Type.Object({ ids: Ids }, closed)
export const AssignBody = Type.Object({ task: Id, to: Account }, closed)
export const SwitchBody = Type.Object({ workflow: Screen, isOn: Type.Boolean() }, closed)
export type SwitchBody = Type.Static<typeof SwitchBody>
