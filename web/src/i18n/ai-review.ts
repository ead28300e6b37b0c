import './admin';
import { aiReview } from './spec/ai-review';
import { addTexts } from './t';

/** `t` with the texts of the review of AI music. They load with its page. */
addTexts(aiReview, () => import('./es/ai-review').then((m) => m.aiReview));

export * from './t';
