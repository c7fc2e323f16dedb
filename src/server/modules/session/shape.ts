import Type from 'typebox'

export const Text = (maxLength: number) => Type.String({ maxLength })
/** May be omitted; clients of the contract send null for it. */
export const Optional = (maxLength: number) => Type.Optional(Type.Union([Text(maxLength), Type.Null()]))

const check = {
  captcha: Optional(20),
  checkKey: Type.Optional(Type.Union([Text(100), Type.Number(), Type.Null()])),
  ticket: Optional(100),
}

/** Further keys of the contract's clients are accepted; those of a check are ignored until a check is required. */
export const LoginBody = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ minLength: 1, maxLength: 1000 }),
  ...check,
})

/** `captcha` is the code of the text message. */
export const PhoneLoginBody = Type.Object({ mobile: Text(45), captcha: Text(20), ticket: Optional(100) })

export const SmsBody = Type.Object({
  mobile: Optional(45),
  smsmode: Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('2')]),
  ticket: Optional(100),
})

export const CheckCaptchaBody = Type.Object({ captcha: check.captcha, checkKey: check.checkKey })

export const SlideBody = Type.Object({
  challenge: Text(100),
  trace: Type.Array(
    Type.Tuple([Type.Number({ minimum: 0, maximum: 1 }), Type.Number({ minimum: 0, maximum: 600_000 })]),
    { minItems: 5, maxItems: 500 },
  ),
})

export const CaptchaParams = Type.Object({ key: Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' }) })

export const SelectDepartBody = Type.Object({ orgCode: Type.String({ minLength: 1, maxLength: 64 }) })

export const UpdatePasswordBody = Type.Object({
  username: Type.Optional(Text(100)),
  oldpassword: Text(1000),
  password: Text(1000),
  confirmpassword: Text(1000),
})

/** `token` is `result.secondFactor` of the refusal; `inputCode` are the digits of the authenticator or a recovery code. */
export const FactorBody = Type.Object({ token: Text(100), inputCode: Text(40) })

export const CasQuery = Type.Object({ ticket: Text(300), service: Text(1000) })
