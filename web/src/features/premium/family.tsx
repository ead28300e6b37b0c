import type { FamilyMember, OwnPremium } from '@/api/types';
import { t } from '@/i18n/premium';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Group, Nothing, Row } from '@/ui/group';
import { Confirm } from './confirm';
import { Invite } from './invite';
import { JoinForm } from './join-form';
import { leaveFamily, useAct } from './queries';

/** Those with whom the person shares a plan, or the way out of and into somebody else's family. */
export function Family({ mine: { family } }: { mine: OwnPremium }) {
  const { role, max, members } = family;
  if (role === 'member')
    return (
      <Group title={t('premium.familyTitle')}>
        {members.map((own) => (
          <Leave key={own.id} own={own} />
        ))}
      </Group>
    );
  return (
    <Group title={t('premium.familyTitle')} lead={max > 0 ? t('premium.familyLead', { n: max }) : undefined}>
      {members.map((member) => (
        <Member key={member.id} member={member} />
      ))}
      {max > 0 && members.length === 0 && <Nothing>{t('premium.noMembers')}</Nothing>}
      {max > 0 && (
        <Row label={t('premium.invite')} hint={t(members.length < max ? 'premium.inviteText' : 'premium.familyFull')}>
          <Invite isFull={members.length >= max} />
        </Row>
      )}
      {role === 'none' && <JoinForm />}
    </Group>
  );
}

function Member({ member: { id, name, email, status } }: { member: FamilyMember }) {
  const remove = useAct(leaveFamily, t('premium.removed'));
  const shown = name || email || t('premium.unnamed');
  return (
    <Row
      label={
        <>
          <span className="break-all">{shown}</span>
          <Badge tone={status === 'joined' ? 'success' : 'neutral'}>{t(`premium.${status}`)}</Badge>
        </>
      }
      hint={name && email}
    >
      <Confirm
        trigger={
          <Button variant="secondary" size="sm" aria-label={t('premium.removeNamed', { name: shown })} pending={remove.isPending}>
            {t('premium.remove')}
          </Button>
        }
        title={t('premium.removeTitle', { name: shown })}
        text={t('premium.removeText')}
        action={t('premium.remove')}
        danger
        onConfirm={() => remove.mutate(id)}
      />
    </Row>
  );
}

function Leave({ own: { id } }: { own: FamilyMember }) {
  const leave = useAct(leaveFamily, t('premium.left'));
  return (
    <Row label={t('premium.member')} hint={t('premium.why.family')}>
      <Confirm
        trigger={
          <Button variant="secondary" size="sm" pending={leave.isPending}>
            {t('premium.leave')}
          </Button>
        }
        title={t('premium.leaveTitle')}
        text={t('premium.leaveText')}
        action={t('premium.leave')}
        danger
        onConfirm={() => leave.mutate(id)}
      />
    </Row>
  );
}
