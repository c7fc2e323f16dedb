import { Button, Typography } from 'antd'
import { useState } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { toText } from '#runtime/kernel/json.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'

interface Result {
  /** The values that were tested, as JSON. */
  tested: string
  text: string
  isConnected: boolean
}

const getScheme = (driver = ''): string => /mariadb|mysql/.exec(driver)?.[0] ?? 'postgresql'

/** Connects to the database that the form describes, and shows the result until one of its values changes. */
export function ConnectionTest({ id, values, disabled }: ControlProps) {
  const { http } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const [driver, host, port, name, username, password] = [
    values.dbDriver,
    values.dbHost,
    values.dbPort,
    values.dbName,
    values.dbUsername,
    values.dbPassword,
  ].map(toText)
  const isComplete = [driver, host, port, name, username].every((text) => text !== '')
  const body = {
    ...(values.id ? { id: String(values.id) } : {}),
    dbDriver: driver,
    dbUrl: `jdbc:${getScheme(driver)}://${host}:${port}/${name}`,
    dbUsername: username,
    dbPassword: password,
  }
  const tested = JSON.stringify(body)
  const start = async () => {
    setBusy(true)
    try {
      const { message } = await http.send<unknown>('POST', '/online/cgreport/api/testConnection', body)
      setResult({ tested, text: message, isConnected: true })
    } catch (error) {
      setResult({ tested, text: errorMessage(error), isConnected: false })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
      <Button id={id} disabled={disabled || !isComplete} loading={isBusy} onClick={() => void start()}>
        测试
      </Button>
      <Typography.Text role="status" type={result?.isConnected ? 'success' : 'danger'}>
        {result?.tested === tested ? result.text : ''}
      </Typography.Text>
    </div>
  )
}
