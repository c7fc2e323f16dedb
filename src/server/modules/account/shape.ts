import Type from 'typebox'
import { Ids } from '../../platform/http/id-shape.ts'
import { Text } from '../session/interface.ts'

const orNull = <T extends Type.TSchema>(type: T) => Type.Optional(Type.Union([type, Type.Null()]))
const Email = Type.String({ maxLength: 100, pattern: '^[^\\s@<>"]{1,64}@[^\\s@<>"]+$' })
const strict = { additionalProperties: false }

export const RegisterBody = Type.Object({
  username: Text(100),
  password: Text(1000),
  phone: Text(45),
  smscode: Text(20),
  email: orNull(Type.Union([Email, Type.Literal('')])),
  realname: orNull(Text(100)),
})

const nameFields = { username: Type.Optional(Text(100)), phone: Type.Optional(Text(45)) }
const ticket = Type.Optional(Text(100))

export const OnlyUserQuery = Type.Object({
  ...nameFields,
  email: Type.Optional(Text(100)),
  /** The user whose own values are not taken; for callers who may edit users. */
  id: Type.Optional(Text(36)),
  ticket,
})

export const AskedUserQuery = Type.Object({ ...nameFields, ticket })

export const VerificationBody = Type.Object({ phone: Text(45), smscode: Text(20) })

export const PasswordChangeBody = Type.Object({
  username: Text(100),
  password: Text(1000),
  smscode: Text(100),
  phone: Text(45),
})

/** The fields of the user's own profile. An absent field is unchanged; null or empty text clears the field. */
const profileFields = {
  realname: Type.Optional(Type.String({ maxLength: 100, pattern: '\\S' })),
  sex: orNull(Type.Union([Type.Literal(1), Type.Literal(2)])),
  birthday: orNull(Type.String({ pattern: '^((19|20)\\d\\d-\\d\\d-\\d\\d)?$' })),
  email: orNull(Type.Union([Email, Type.Literal('')])),
  telephone: orNull(Type.String({ maxLength: 45, pattern: '^[\\d+() -]*$' })),
  avatar: orNull(Text(100)),
  bio: orNull(Text(200)),
}

export const ProfileBody = Type.Object(profileFields, strict)
export type ProfileBody = Type.Static<typeof ProfileBody>

/** A profile in the body of a client that sends more than that, and the sex as a text. */
export const ClientProfileBody = Type.Object({
  ...profileFields,
  sex: orNull(Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal('1'), Type.Literal('2')])),
})
export type ClientProfileBody = Type.Static<typeof ClientProfileBody>

/** The fields of the profile in such a body. A client of the contract sends null for what it does not change. */
export function ownFields({ sex, ...body }: ClientProfileBody): ProfileBody {
  const sent = Object.entries(body).filter(([key, value]) => key in profileFields && value !== null)
  return { ...Object.fromEntries(sent), ...(sex != null && { sex: Number(sex) as 1 | 2 }) }
}

export const PhoneCodeBody = Type.Object({ phone: Text(45) }, strict)

export const UpdateMobileBody = Type.Object(
  { phone: Text(45), smscode: Text(20), password: Text(1000) },
  strict,
)

export const BackupEmailBody = Type.Object(
  { backupEmail: Type.Union([Email, Type.Literal('')]), password: Text(1000) },
  strict,
)

const Switch = Type.Optional(Type.Boolean())
const Clock = Type.Optional(
  Type.Union([Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' }), Type.Null()]),
)
export const NotifyBody = Type.Object(
  {
    signIn: Switch,
    announcement: Switch,
    system: Switch,
    mail: Switch,
    sms: Switch,
    quietFrom: Clock,
    quietTo: Clock,
    digest: Type.Optional(Type.Enum(['none', 'hour', 'day'])),
  },
  strict,
)

export const SessionParams = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{32}$' }) })

export const TypeParams = Type.Object({ type: Text(20) })

export const LinkAccountBody = Type.Object({ token: Text(100), type: Text(20), nonce: Text(100) }, strict)

/** Clients usually send a trailing comma. */
export const FrozenBody = Type.Object({
  ids: Ids,
  status: Type.Union([Type.Literal('1'), Type.Literal('2'), Type.Literal(1), Type.Literal(2)]),
})
