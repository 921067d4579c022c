/** An e-mail address that breaks before its `@` where a line is too short for it, not amid a word. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  if (at < 0) return email
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
