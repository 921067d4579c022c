import { expect, test } from '#e2e/journey.ts'
import { demoPassword } from '#e2e/secrets.ts'
import { open } from '#e2e/visit.ts'
import { check, describeStates } from './states.ts'

describeStates('credentials', look => {
  test('credentials: revealed, with the password prompt, with the list of reveals, requested again, unreadable', async ({
    visit,
  }) => {
    const page = await visit({ ...look, as: 'demo-kunde' })
    await open(page, `/customer-portal/services-overview?search=${encodeURIComponent('Router im Büro')}`)
    await page.getByRole('table').getByRole('link', { name: 'Router im Büro' }).click()
    const reveal = page.getByRole('button', { name: 'Anzeigen: Passwort von „Oberfläche“' })
    await expect(reveal).toBeVisible()
    const code = 'session.reauthentication_required'
    const refusal = { status: 403, json: { type: 'x', title: 'x', status: 403, code, requestId: 'x' } }
    await page.route('**/reveal/', route => route.fulfill(refusal), { times: 1 })
    await reveal.click()
    const question = page.getByRole('dialog', { name: 'Sind Sie es?' })
    await question.getByLabel('Ihr Passwort', { exact: true }).fill('falsch')
    await question.getByRole('button', { name: 'Bestätigen' }).click()
    await expect(question.getByText('Das aktuelle Passwort ist nicht richtig.')).toBeVisible()
    await check(page, 'own password refused')
    await question.getByLabel('Ihr Passwort', { exact: true }).fill(demoPassword)
    await question.getByRole('button', { name: 'Bestätigen' }).click()
    await expect(question).not.toBeAttached()
    await expect(page.getByText(/Wird in \d+\sSekunden ausgeblendet/)).toBeVisible()
    await check(page, 'password shown')
    await page.getByRole('button', { name: /^Wer hat es angesehen/ }).click()
    await expect(page.getByRole('dialog').getByText('Johanna Brandt')).not.toHaveCount(0)
    await check(page, 'who has seen a password')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).not.toBeAttached()
    await page.getByRole('button', { name: /^Neues Passwort anfordern/ }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await check(page, 'asking for another password')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).not.toBeAttached()
    const lost = { type: 'x', title: 'x', status: 409, code: 'secret.unreadable', requestId: 'x' }
    await page.route('**/reveal/', route => route.fulfill({ status: 409, json: lost }))
    await reveal.click()
    await expect(page.getByText('Nicht lesbar', { exact: true })).toBeVisible()
    await check(page, 'password unreadable')
    await page.route('**/credentials/**', route => route.abort())
    await page.reload()
    await expect(page.getByText('Fehler beim Abrufen der Zugänge')).toBeVisible()
    await check(page, 'credentials failed')
  })

  test('an admin’s credentials: visibility, a refused and a generated password, one never revealed', async ({
    visit,
  }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    await open(page, `/admin-portal/services-overview?search=${encodeURIComponent('Router im Büro')}`)
    await page.getByRole('table').getByRole('link', { name: 'Router im Büro' }).click()
    await expect(page.getByText('Nur intern')).toBeVisible()
    await check(page, 'credentials of staff and customer')
    await page.getByRole('button', { name: 'Aktionen für Fernwartung' }).click()
    await page.getByRole('menuitem', { name: 'Passwort ersetzen' }).click()
    const form = page.getByRole('dialog', { name: 'Passwort von „Fernwartung“ ersetzen' })
    await form.getByRole('button', { name: 'Passwort speichern' }).click()
    await expect(form.getByText('Passwort erforderlich!')).toBeVisible()
    await check(page, 'password refused')
    await form.getByRole('button', { name: 'Sicheres Passwort erzeugen' }).click()
    await expect(form.getByText('Kopieren Sie das Passwort')).toBeVisible()
    await check(page, 'password made')
    await page.keyboard.press('Escape')
    await expect(form).not.toBeAttached()
    await open(page, `/admin-portal/services-overview?search=${encodeURIComponent('Wechselrichter im Kelterhaus')}`)
    await page.getByRole('table').getByRole('link', { name: 'Wechselrichter im Kelterhaus' }).click()
    await page.getByRole('button', { name: /^Wer hat es angesehen/ }).click()
    await expect(page.getByRole('dialog').getByText('Noch niemand')).toBeVisible()
    await check(page, 'nobody has seen it')
  })
})
