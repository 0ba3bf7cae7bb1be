import type { Answer } from '../../api/call.ts';
import { count, duration } from '../../kit/figures.tsx';
import './plan-card.css';

/** How much of the plan is taken at this moment, and what else it allows. */
export function PlanCard({ organisation: { plan, usage } }: { organisation: Answer<'getOrganisation'> }) {
  return (
    <section className="card card-body plan" aria-label="Plan">
      <div className="plan-meter">
        <p>
          <strong className="plan-number">{count(usage.open_halls)}</strong>{' '}
          <span className="soft">of {count(plan.max_concurrent_halls)} halls open</span>
        </p>
        <meter
          aria-label="Open halls"
          min={0}
          max={plan.max_concurrent_halls}
          value={usage.open_halls}
          high={plan.max_concurrent_halls * 0.8}
          optimum={0}
        />
      </div>
      <dl className="facts">
        <div>
          <dt>Plan</dt>
          <dd>{plan.name}</dd>
        </div>
        <div>
          <dt>People in a hall</dt>
          <dd>up to {count(plan.max_participants_per_hall)}</dd>
        </div>
        <div>
          <dt>A hall stays open</dt>
          <dd>up to {duration(plan.max_duration_seconds)}</dd>
        </div>
        <div>
          <dt>Requests of a key</dt>
          <dd>{count(plan.rate_limits.requests)} a minute</dd>
        </div>
      </dl>
    </section>
  );
}
