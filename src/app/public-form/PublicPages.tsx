import { Route, Routes } from 'react-router-dom'
import PublicForm from './PublicForm.tsx'
import StatePage from './StatePage.tsx'

/** The pages below `/public`, for people without an account. */
export default function PublicPages() {
  return (
    <Routes>
      <Route path="state" element={<StatePage />} />
      <Route path=":group/:name" element={<PublicForm />} />
    </Routes>
  )
}
